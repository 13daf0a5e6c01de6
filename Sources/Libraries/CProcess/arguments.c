// Swift's own version of these two functions finds the arguments by reading /proc/self/maps before `main`, in every
// program that is linked with its runtime statically: a tenth of a millisecond of each start, whether they are asked
// for or not. glibc hands the arguments to each constructor (docs/decisions/0020-start-up.md).
//
// Both names are of the runtime's CommandLine.cpp. Should a later one define a third there, the link fails and says so.


static int count;
static char **words;

__attribute__((constructor(101))) static void keep_arguments(int argc, char **argv) {
  count = argc;
  words = argv;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *argc) {
  *argc = count;
  return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) {
  count = argc;
  words = argv;
}
