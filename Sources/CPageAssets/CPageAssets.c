#include "CPageAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

/// Declares an asset with the bytes of an array.
#define ASSET(name) const CPageAsset cpage_##name = {name, sizeof name}

static const unsigned char comparison_style[] = {
#embed "Assets/base.css" suffix(, )
#embed "Assets/comparison.css" suffix(, )
};
ASSET(comparison_style);

static const unsigned char comparison_script[] = {
#embed "Assets/reading.js" suffix(, )
#embed "Assets/notes.js" suffix(, )
#embed "Assets/theme.js" suffix(, )
#embed "Assets/address.js" suffix(, )
#embed "Assets/view.js" suffix(, )
#embed "Assets/painting.js" suffix(, )
#embed "Assets/crowd.js" suffix(, )
#embed "Assets/roll.js" suffix(, )
#embed "Assets/marks.js" suffix(, )
#embed "Assets/velocity.js" suffix(, )
#embed "Assets/lanes.js" suffix(, )
#embed "Assets/list.js" suffix(, )
#embed "Assets/grid.js" suffix(, )
#embed "Assets/keyboard.js" suffix(, )
#embed "Assets/instrument.js" suffix(, )
#embed "Assets/state.js" suffix(, )
#embed "Assets/hover.js" suffix(, )
#embed "Assets/synth.js" suffix(, )
#embed "Assets/input.js" suffix(, )
#embed "Assets/comparison.js" suffix(, )
};
ASSET(comparison_script);

static const unsigned char comparison_body[] = {
#embed "Assets/comparison.html" suffix(, )
};
ASSET(comparison_body);

static const unsigned char alignment_style[] = {
#embed "Assets/base.css" suffix(, )
#embed "Assets/alignment.css" suffix(, )
};
ASSET(alignment_style);

static const unsigned char alignment_script[] = {
#embed "Assets/notes.js" suffix(, )
#embed "Assets/theme.js" suffix(, )
#embed "Assets/alignmentdata.js" suffix(, )
#embed "Assets/alignmentview.js" suffix(, )
#embed "Assets/alignmentpicture.js" suffix(, )
#embed "Assets/alignment.js" suffix(, )
};
ASSET(alignment_script);

static const unsigned char alignment_body[] = {
#embed "Assets/alignment.html" suffix(, )
};
ASSET(alignment_body);

static const unsigned char sessions_style[] = {
#embed "Assets/base.css" suffix(, )
#embed "Assets/sessions.css" suffix(, )
};
ASSET(sessions_style);

static const unsigned char sessions_script[] = {
#embed "Assets/theme.js" suffix(, )
#embed "Assets/address.js" suffix(, )
#embed "Assets/sessions.js" suffix(, )
};
ASSET(sessions_script);

static const unsigned char sound_style[] = {
#embed "Assets/base.css" suffix(, )
#embed "Assets/sound.css" suffix(, )
};
ASSET(sound_style);

static const unsigned char sound_script[] = {
#embed "Assets/reading.js" suffix(, )
#embed "Assets/theme.js" suffix(, )
#embed "Assets/address.js" suffix(, )
#embed "Assets/soundpicture.js" suffix(, )
#embed "Assets/player.js" suffix(, )
#embed "Assets/sound.js" suffix(, )
};
ASSET(sound_script);

static const unsigned char text_style[] = {
#embed "Assets/base.css" suffix(, )
#embed "Assets/text.css" suffix(, )
};
ASSET(text_style);

static const unsigned char text_script[] = {
#embed "Assets/theme.js" suffix(, )
#embed "Assets/address.js" suffix(, )
#embed "Assets/text.js" suffix(, )
};
ASSET(text_script);
