// Shared by all server tests, so that their files need no import of it.
@_exported import TestSupport
