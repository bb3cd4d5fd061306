package testdata

//checkmodel:allowed is another word
//checkmodel:allow wallclock whether it is of use is that analyzer's concern
func g() {}
