#pragma once

/// A file of the folder Assets, embedded when midirec is built. Both texts end with a zero byte.
typedef struct {
  const char *name;
  const unsigned char *text;
} CPageAsset;

/// The files in order of their names. The last entry has no name.
extern const CPageAsset *const cpage_assets;
