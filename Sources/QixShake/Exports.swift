// What the author of a shake needs of the platform comes with this one import.
@_exported public import QixLens
@_exported public import QixModule
