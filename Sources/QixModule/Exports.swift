@_exported public import QixCommands
// What the author of a feature needs of the platform comes with this one import.
@_exported public import QixFormats
@_exported public import QixKernel
@_exported public import QixStorage
@_exported public import QixTerminal
