import TestSupport
import Testing

/// The studio on a simulated machine in real time, with a LinnStrument, and its page in Chromium and Firefox: what the page
/// does to ports and files, and what attackers can't do. Each check is a function of the same name in `Tests/StudioChecks`.
///
/// They need real time, which the other tests of continuous integration leave too little of.
@Suite(
  .enabled(
    if: TestEnvironment.isFull && TestEnvironment.browserPython != nil,
    "MIDIREC_FULL_TESTS isn't set, or MIDIREC_BROWSER_PYTHON names no Python: see Scripts/test"),
  EarlyChecks(studioChecks))
struct StudioInChromiumTests {
  @Test(arguments: names) func check(name: String) async throws {
    let failure = try #require(try await studioChecks.results()[name], "no such check")
    #expect(failure.isEmpty, "\(failure)")
  }

  @Test func allChecksAreListed() async throws {
    #expect(try await studioChecks.results().keys.sorted() == Self.names.sorted())
  }

  private static let names = quickNames + slowNames

  private static let quickNames = [
    "page_is_served_with_its_policy", "hosts_of_others_are_refused", "origins_of_others_are_refused",
    "get_changes_nothing", "page_without_the_token_gets_nothing", "broken_frames_end_the_connection",
    "strange_values_of_commands_are_errors", "address_in_a_command_line_is_of_no_use_to_other_users",
    "note_of_the_instrument_lights_its_cell_its_key_and_the_list", "texts_fit_into_a_small_window",
    "unplugged_instrument_is_missing_and_comes_back_by_itself", "mouse_holds_a_note",
    "cells_of_the_grid_play",
    "pressure_on_a_held_key_is_sent_and_ends_with_the_key", "computer_key_plays_until_it_is_released",
    "notes_end_if_the_tab_is_closed", "escape_ends_everything",
    "escape_that_closes_a_menu_or_a_dialog_does_no_more", "words_are_sent_or_their_error_is_shown",
    "recorded_take_equals_what_was_played", "take_has_what_was_played_since_the_click",
    "take_has_what_an_unplugged_input_played",
    "name_that_would_hide_a_take_is_refused", "take_becomes_a_session_that_passes", "log_is_filtered",
    "reload_keeps_the_choices_of_the_address", "screen_reader_gets_a_name_for_every_control",
    "live_regions_rest_while_notes_come", "buttons_keep_their_places",
    "tab_goes_through_the_page_as_it_is_seen", "arrows_reach_every_control_of_a_list_and_the_focus_returns",
    "message_and_command_are_of_one_action", "focus_goes_to_the_neighbor_of_a_vanished_control",
    "f9_records_and_stops", "result_is_rejected_accepted_and_undone", "session_that_fails_leaves_nothing",
    "deleted_takes_and_sessions_come_back", "deletions_of_unusual_files_are_undone",
    "session_that_is_the_whole_folder_is_deleted",
    "deleted_files_of_a_killed_studio_come_back", "end_of_the_studio_removes_what_was_deleted",
    "every_offered_subject_makes_a_session_that_runs", "any_two_takes_are_compared",
    "marks_become_markers_of_takes", "range_filters_everything_and_stays_in_the_address",
    "range_is_cleared_when_it_became_a_take_or_a_session", "search_finds_presets",
    "favorite_is_in_the_catalog",
    "chosen_preset_plays_what_comes_in_and_what_the_page_plays",
    "chosen_output_that_is_missing_is_reported_at_once",
  ]

  private static let slowNames = [
    "unknown_paths_are_refused", "malformed_requests_are_refused", "requests_with_bodies_are_refused",
    "body_is_not_read_as_a_request", "long_heads_are_refused", "unread_answers_are_bounded",
    "many_connections_end_in_time", "a_thousand_connections_do_no_harm",
    "few_descriptors_do_not_end_the_studio", "large_messages_end_the_connection",
    "unread_pongs_and_replies_are_bounded", "flood_of_commands_ends_the_connection",
    "stopped_page_costs_nothing", "recording_during_the_attacks_is_complete",
    "end_of_the_studio_is_told_to_pages", "taken_port_is_an_error", "expression_of_a_note_is_shown",
    "lines_of_values_are_painted_when_they_appear", "pedal_holds_a_note",
    "fingers_play_as_hard_as_they_press", "notes_end_if_the_page_loses_the_focus",
    "notes_end_if_the_page_is_left", "last_minutes_are_kept", "recording_goes_on_without_a_page",
    "recording_survives_a_crash", "take_is_replayed_from_a_position_at_a_speed_and_in_a_loop",
    "take_is_renamed_and_trimmed", "two_pages_show_the_same", "wrong_token_shows_nothing",
    "end_of_the_studio_is_shown", "missing_output_comes_back", "names_of_ports_are_only_text",
    "killed_browser_ends_its_notes", "watched_session_runs_again_by_itself", "report_of_a_session_opens",
    "played_notes_are_judged_by_a_take", "played_notes_are_judged_by_a_session", "alias_of_an_input_stays",
    "shown_messages_are_saved_as_a_take", "chosen_inputs_are_recorded", "effects_are_saved_as_a_favorite",
    "tag_chooses_fonts", "what_was_played_is_heard_again", "take_is_heard_without_an_output",
    "damaged_catalog_says_what_to_do", "machine_without_audio_says_what_to_do",
    "machine_without_fluidsynth_says_what_to_do", "sound_of_the_page_plays_and_never_hangs",
    "firefox_shows_what_is_played", "firefox_plays_and_ends_what_it_holds",
  ]
}

private let studioChecks = PythonChecks {
  let folder = try TemporaryFolder()
  return try await Program.run(
    TestEnvironment.browserPython ?? "python3",
    ["-B", "\(TestEnvironment.projectFolder)/Tests/StudioChecks"]
      + ["--full", TestEnvironment.midirec, TestEnvironment.builtBesideTests("midirec-studio"), folder.path])
}
