// Empty on purpose: this module only provides the pkg-config flags of gobject-2.0 to CVips.
