//checkmodel:allow wallclock nothing in this file uses it // want `checkmodel:allow wallclock allows nothing`

package testdata
