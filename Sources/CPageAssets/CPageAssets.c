#include "CPageAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const CPageAsset *const cpage_assets = (const CPageAsset[]){
    {"alignment.css", (const unsigned char[]){
#embed "Assets/alignment.css" suffix(, 0)
    }},
    {"alignment.html", (const unsigned char[]){
#embed "Assets/alignment.html" suffix(, 0)
    }},
    {"alignment.js", (const unsigned char[]){
#embed "Assets/alignment.js" suffix(, 0)
    }},
    {"alignmentdata.js", (const unsigned char[]){
#embed "Assets/alignmentdata.js" suffix(, 0)
    }},
    {"axis.js", (const unsigned char[]){
#embed "Assets/axis.js" suffix(, 0)
    }},
    {"bars.js", (const unsigned char[]){
#embed "Assets/bars.js" suffix(, 0)
    }},
    {"base.css", (const unsigned char[]){
#embed "Assets/base.css" suffix(, 0)
    }},
    {"board.js", (const unsigned char[]){
#embed "Assets/board.js" suffix(, 0)
    }},
    {"clocktime.js", (const unsigned char[]){
#embed "Assets/clocktime.js" suffix(, 0)
    }},
    {"commandline.js", (const unsigned char[]){
#embed "Assets/commandline.js" suffix(, 0)
    }},
    {"comparison.css", (const unsigned char[]){
#embed "Assets/comparison.css" suffix(, 0)
    }},
    {"comparison.html", (const unsigned char[]){
#embed "Assets/comparison.html" suffix(, 0)
    }},
    {"comparison.js", (const unsigned char[]){
#embed "Assets/comparison.js" suffix(, 0)
    }},
    {"connection.js", (const unsigned char[]){
#embed "Assets/connection.js" suffix(, 0)
    }},
    {"crowd.js", (const unsigned char[]){
#embed "Assets/crowd.js" suffix(, 0)
    }},
    {"differences.css", (const unsigned char[]){
#embed "Assets/differences.css" suffix(, 0)
    }},
    {"differences.js", (const unsigned char[]){
#embed "Assets/differences.js" suffix(, 0)
    }},
    {"fingers.js", (const unsigned char[]){
#embed "Assets/fingers.js" suffix(, 0)
    }},
    {"focus.js", (const unsigned char[]){
#embed "Assets/focus.js" suffix(, 0)
    }},
    {"grid.js", (const unsigned char[]){
#embed "Assets/grid.js" suffix(, 0)
    }},
    {"held.js", (const unsigned char[]){
#embed "Assets/held.js" suffix(, 0)
    }},
    {"hover.js", (const unsigned char[]){
#embed "Assets/hover.js" suffix(, 0)
    }},
    {"input.js", (const unsigned char[]){
#embed "Assets/input.js" suffix(, 0)
    }},
    {"instrument.js", (const unsigned char[]){
#embed "Assets/instrument.js" suffix(, 0)
    }},
    {"judging.js", (const unsigned char[]){
#embed "Assets/judging.js" suffix(, 0)
    }},
    {"keyboard.js", (const unsigned char[]){
#embed "Assets/keyboard.js" suffix(, 0)
    }},
    {"lanes.js", (const unsigned char[]){
#embed "Assets/lanes.js" suffix(, 0)
    }},
    {"lines.js", (const unsigned char[]){
#embed "Assets/lines.js" suffix(, 0)
    }},
    {"list.js", (const unsigned char[]){
#embed "Assets/list.js" suffix(, 0)
    }},
    {"livestate.js", (const unsigned char[]){
#embed "Assets/livestate.js" suffix(, 0)
    }},
    {"log.js", (const unsigned char[]){
#embed "Assets/log.js" suffix(, 0)
    }},
    {"marks.js", (const unsigned char[]){
#embed "Assets/marks.js" suffix(, 0)
    }},
    {"notes.js", (const unsigned char[]){
#embed "Assets/notes.js" suffix(, 0)
    }},
    {"output.js", (const unsigned char[]){
#embed "Assets/output.js" suffix(, 0)
    }},
    {"page.js", (const unsigned char[]){
#embed "Assets/page.js" suffix(, 0)
    }},
    {"pagereplay.js", (const unsigned char[]){
#embed "Assets/pagereplay.js" suffix(, 0)
    }},
    {"pagesound.js", (const unsigned char[]){
#embed "Assets/pagesound.js" suffix(, 0)
    }},
    {"painting.js", (const unsigned char[]){
#embed "Assets/painting.js" suffix(, 0)
    }},
    {"panels.js", (const unsigned char[]){
#embed "Assets/panels.js" suffix(, 0)
    }},
    {"parts.js", (const unsigned char[]){
#embed "Assets/parts.js" suffix(, 0)
    }},
    {"piano.js", (const unsigned char[]){
#embed "Assets/piano.js" suffix(, 0)
    }},
    {"pianotools.js", (const unsigned char[]){
#embed "Assets/pianotools.js" suffix(, 0)
    }},
    {"playback.js", (const unsigned char[]){
#embed "Assets/playback.js" suffix(, 0)
    }},
    {"player.js", (const unsigned char[]){
#embed "Assets/player.js" suffix(, 0)
    }},
    {"portlooks.js", (const unsigned char[]){
#embed "Assets/portlooks.js" suffix(, 0)
    }},
    {"ports.js", (const unsigned char[]){
#embed "Assets/ports.js" suffix(, 0)
    }},
    {"progress.css", (const unsigned char[]){
#embed "Assets/progress.css" suffix(, 0)
    }},
    {"progress.html", (const unsigned char[]){
#embed "Assets/progress.html" suffix(, 0)
    }},
    {"progress.js", (const unsigned char[]){
#embed "Assets/progress.js" suffix(, 0)
    }},
    {"rangelook.js", (const unsigned char[]){
#embed "Assets/rangelook.js" suffix(, 0)
    }},
    {"ranges.js", (const unsigned char[]){
#embed "Assets/ranges.js" suffix(, 0)
    }},
    {"rates.js", (const unsigned char[]){
#embed "Assets/rates.js" suffix(, 0)
    }},
    {"reader.js", (const unsigned char[]){
#embed "Assets/reader.js" suffix(, 0)
    }},
    {"recorder.js", (const unsigned char[]){
#embed "Assets/recorder.js" suffix(, 0)
    }},
    {"roll.js", (const unsigned char[]){
#embed "Assets/roll.js" suffix(, 0)
    }},
    {"sessiondialog.js", (const unsigned char[]){
#embed "Assets/sessiondialog.js" suffix(, 0)
    }},
    {"sessionlist.js", (const unsigned char[]){
#embed "Assets/sessionlist.js" suffix(, 0)
    }},
    {"sessions.css", (const unsigned char[]){
#embed "Assets/sessions.css" suffix(, 0)
    }},
    {"sessions.js", (const unsigned char[]){
#embed "Assets/sessions.js" suffix(, 0)
    }},
    {"settings.js", (const unsigned char[]){
#embed "Assets/settings.js" suffix(, 0)
    }},
    {"sound.css", (const unsigned char[]){
#embed "Assets/sound.css" suffix(, 0)
    }},
    {"sound.js", (const unsigned char[]){
#embed "Assets/sound.js" suffix(, 0)
    }},
    {"soundpicture.js", (const unsigned char[]){
#embed "Assets/soundpicture.js" suffix(, 0)
    }},
    {"sounds.js", (const unsigned char[]){
#embed "Assets/sounds.js" suffix(, 0)
    }},
    {"state.js", (const unsigned char[]){
#embed "Assets/state.js" suffix(, 0)
    }},
    {"status.js", (const unsigned char[]){
#embed "Assets/status.js" suffix(, 0)
    }},
    {"strip.js", (const unsigned char[]){
#embed "Assets/strip.js" suffix(, 0)
    }},
    {"studio.css", (const unsigned char[]){
#embed "Assets/studio.css" suffix(, 0)
    }},
    {"studio.html", (const unsigned char[]){
#embed "Assets/studio.html" suffix(, 0)
    }},
    {"studio.js", (const unsigned char[]){
#embed "Assets/studio.js" suffix(, 0)
    }},
    {"synth.js", (const unsigned char[]){
#embed "Assets/synth.js" suffix(, 0)
    }},
    {"take.js", (const unsigned char[]){
#embed "Assets/take.js" suffix(, 0)
    }},
    {"takecomparison.js", (const unsigned char[]){
#embed "Assets/takecomparison.js" suffix(, 0)
    }},
    {"takedetail.js", (const unsigned char[]){
#embed "Assets/takedetail.js" suffix(, 0)
    }},
    {"takes.js", (const unsigned char[]){
#embed "Assets/takes.js" suffix(, 0)
    }},
    {"text.css", (const unsigned char[]){
#embed "Assets/text.css" suffix(, 0)
    }},
    {"text.js", (const unsigned char[]){
#embed "Assets/text.js" suffix(, 0)
    }},
    {"typing.js", (const unsigned char[]){
#embed "Assets/typing.js" suffix(, 0)
    }},
    {"values.js", (const unsigned char[]){
#embed "Assets/values.js" suffix(, 0)
    }},
    {"velocity.js", (const unsigned char[]){
#embed "Assets/velocity.js" suffix(, 0)
    }},
    {"words.js", (const unsigned char[]){
#embed "Assets/words.js" suffix(, 0)
    }},
    {0, 0},
};
