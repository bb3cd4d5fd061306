// Package drive tests a program against a model: whether the program answers inputs as processes of the model do.
//
// Some processes of the model stand for the program. What arrives at them is an input ([Input]): messages of other processes and of timers,
// timeouts of receives, external events, starts, crashes and restarts. What they send to other processes and what they announce is
// their output ([Output]). An input comes only while these processes wait, as the program has finished with an input before it
// gets the next one. A test is a sequence of inputs that the other processes of the model, its environment, may cause after these outputs.
//
// The model may allow several answers to an input. The test goes on from those states of the model that explain all answers so far;
// if there is none, the program does what the model does not do. This is the relation ioco of inputs and outputs, where the
// tester waits for all outputs before each input (Tretmans, "Model based testing with labelled transition systems",
// section 4, 2008). The states that explain the answers differ only in choices of the processes under test. So a wrong answer is found
// as such even if the model was not explored as a whole.
//
// The processes under test must learn of others by messages only. An error says if one reads a table, a clock or a name, or asks whether
// another process lives. Messages are neither lost nor duplicated or reordered, and syncs of files do not fail.
package drive
