// What all server tests share, without a line for it in each of their files.
@_exported import TestSupport
