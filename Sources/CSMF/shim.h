#pragma once
#include <smf.h>
