// This one import brings all of the platform that the author of a shake needs.
@_exported public import QixFormats
@_exported public import QixKernel
@_exported public import QixLens
@_exported public import QixStorage
@_exported public import QixTerminal
