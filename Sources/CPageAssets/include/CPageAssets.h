#pragma once

#include <stddef.h>

/// The bytes of one or more files of the folder Assets, joined when midirec is built.
typedef struct {
  const unsigned char *start;
  size_t count;
} CPageAsset;

extern const CPageAsset cpage_comparison_style, cpage_comparison_script, cpage_comparison_body;
extern const CPageAsset cpage_alignment_style, cpage_alignment_script, cpage_alignment_body;
extern const CPageAsset cpage_sessions_style, cpage_sessions_script;
extern const CPageAsset cpage_sound_style, cpage_sound_script;
extern const CPageAsset cpage_text_style, cpage_text_script;
