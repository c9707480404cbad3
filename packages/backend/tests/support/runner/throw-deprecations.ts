// A call that the next version of a library refuses, such as a query on a busy connection of `pg`, fails
// the run. Node writes each deprecation once per process, so no single test can count them.
process.throwDeprecation = true
