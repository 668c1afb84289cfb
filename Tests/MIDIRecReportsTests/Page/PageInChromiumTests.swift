import TestSupport
import Testing

/// The pages in Chromium, checked by their contents and behavior. Each check is a function of the same name in
/// `Tests/BrowserChecks`.
@Suite(
  .enabled(
    if: TestEnvironment.browserPython != nil, "MIDIREC_BROWSER_PYTHON names no Python: see Scripts/test"),
  EarlyChecks(BrowserChecks.shared))
struct PageInChromiumTests {
  private static let checks = [
    // The list of differences and its connection to the image.
    "every_difference_is_counted_and_listed", "positions_can_be_bars_and_beats",
    "kinds_are_counted_and_filter_the_list", "kinds_filter_the_picture",
    "address_keeps_the_kinds_and_the_difference",
    "pitch_channel_velocity_and_time_have_their_own_colors", "pointing_at_a_note_shows_its_details",
    "velocities_are_shown_below_the_notes", "b_switches_between_bars_and_seconds",
    "both_takes_can_be_heard",
    "clicking_in_the_list_shows_the_difference", "clicking_in_the_picture_chooses_the_difference",
    "clicking_a_sign_chooses_the_difference", "clicking_in_a_lane_chooses_the_difference",
    "keys_step_through_the_differences", "arrows_choose_in_the_list",
    "passages_are_marked_above_their_notes", "clicking_in_a_passage_chooses_it",
    "a_lane_that_differs_is_shown_when_chosen", "other_values_can_be_opened", "equal_takes_are_said_to_be_so",
    "an_empty_take_has_a_page", "without_scripts_differences_are_listed",
    // Scrolling, zooming, and the visible range.
    "all_is_seen_at_first", "the_wheel_keeps_the_time_under_the_pointer",
    "dragging_keeps_the_time_under_the_pointer", "pinching_keeps_the_time_between_the_fingers",
    "a_finger_scrolls", "a_tap_chooses", "shift_and_wheel_scroll", "alt_and_wheel_make_rows_higher",
    "keys_scroll_and_zoom", "shift_and_arrows_move_the_cursor",
    "dragging_on_the_ruler_moves_the_cursor", "the_overview_scrolls", "notes_stand_at_their_places",
    "what_was_expected_and_what_came_lie_over_one_another", "far_out_notes_are_drawn_together",
    "far_out_values_are_drawn_together",
    "far_out_a_difference_can_be_chosen", "help_opens_and_closes",
    "the_zoom_button_keeps_the_chosen_difference_in_place",
    // The state of both takes at the time cursor.
    "the_state_at_the_cursor_is_that_of_both_takes", "what_differs_now_is_marked",
    "the_slider_moves_the_cursor", "the_state_is_spoken_once_the_cursor_rests",
    // The state of an instrument at the time cursor.
    "lit_cells_have_the_colors_of_their_notes", "a_cell_lit_on_one_side_is_marked_on_both",
    "lights_fill_their_cells_and_differ_by_color", "the_grid_follows_the_cursor", "the_grid_is_described",
    "the_grid_follows_the_theme",
    "the_grid_has_room_in_a_narrow_window", "a_window_with_a_grid_does_not_scroll",
    "in_a_low_window_nothing_lies_over_the_grid",
    "pressed_keys_are_tinted_and_sustained_ones_hatched", "keys_that_differ_are_marked",
    "a_keyboard_can_be_opened_for_plain_notes", "text_beside_a_grid_can_be_read",
    // Light and dark theme, narrow and wide windows, and accessibility.
    "text_can_be_read_in_the_light", "text_can_be_read_in_the_dark", "the_help_can_be_read",
    "the_table_of_sessions_can_be_read", "the_picture_has_the_colors_of_the_system",
    "the_button_turns_the_colors", "a_phone_shows_all_without_scrolling_sideways",
    "on_a_phone_differences_come_before_the_picture",
    "on_a_low_screen_nothing_lies_over_the_picture", "a_wide_window_is_filled_and_does_not_scroll",
    "everything_that_can_be_used_has_a_name_and_a_role",
    "the_keyboard_reaches_all_and_shows_where_it_is",
    // Hostile names, and the network.
    "pages_have_nothing_to_complain_of", "pages_ask_for_nothing", "the_policy_forbids_requests",
    "hostile_names_are_only_text", "hostile_names_of_sessions_are_only_text",
    "markup_in_a_page_could_not_run_anything",
    // The table of all sessions.
    "sessions_that_need_attention_come_first", "passed_sessions_are_collapsed",
    "header_tells_when_and_how_sessions_ran", "verdicts_filter_the_table", "words_filter_the_table",
    "results_that_differ_in_the_same_way_are_grouped", "address_keeps_the_filters",
    "failures_of_many_sessions_are_in_sight", "columns_of_sessions_break_no_words",
    "a_difference_leads_to_its_page_and_back", "a_hostile_session_has_a_page_too",
    // Large numbers of notes.
    "many_notes_open_and_answer", "of_many_differences_few_rows_are_made",
    "a_long_list_can_be_scrolled_anywhere",
    // Audio reports.
    "two_sounds_are_drawn", "the_first_difference_is_where_it_was_made",
    "both_sounds_and_their_difference_can_be_played", "a_click_on_the_picture_is_where_the_player_goes",
    "d_goes_to_the_first_difference_of_sounds", "the_keyboard_reaches_the_player",
    "the_page_of_sounds_can_be_read", "the_page_of_sounds_fits_a_phone",
    "the_page_of_sounds_asks_for_nothing_from_outside", "on_paper_sounds_are_light",
    "on_paper_sounds_are_drawn_for_paper", "on_paper_nothing_of_sounds_is_useless",
    "the_marks_of_sounds_cross_no_words", "long_names_of_sounds_are_not_broken",
    "equal_sounds_have_a_page", "hostile_names_of_sounds_are_only_text",
    // Note alignments.
    "mistakes_are_listed_with_place_and_time", "kinds_of_mistakes_filter_the_list",
    "notes_are_at_their_places_on_both_axes", "a_mistake_is_shown_when_chosen",
    "keys_step_through_the_mistakes", "the_time_axis_keeps_the_moment", "a_note_is_described",
    "the_page_of_an_alignment_can_be_read", "the_page_of_an_alignment_fits_a_phone",
    "an_alignment_without_notes_has_a_page", "hostile_names_of_alignments_are_only_text",
    "the_page_of_an_alignment_asks_for_nothing", "both_takes_of_an_alignment_can_be_heard",
    "fingers_zoom_and_choose_in_an_alignment", "the_help_of_an_alignment_can_be_read",
    // Bars and takes.
    "bars_have_the_colors_of_their_mistakes", "a_click_on_a_bar_plays_it_twice",
    "keys_choose_and_play_a_bar", "thousands_of_bars_are_one_element", "takes_are_rows_of_bars",
    "the_page_of_progress_can_be_read", "hostile_names_of_takes_are_only_text",
  ]

  @Test(arguments: checks) func check(name: String) async throws {
    let failure = try #require(try await BrowserChecks.shared.results()[name], "no such check")
    #expect(failure.isEmpty, "\(failure)")
  }

  @Test func allChecksAreListed() async throws {
    #expect(try await BrowserChecks.shared.results().keys.sorted() == Self.checks.sorted())
  }
}
