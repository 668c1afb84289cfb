package import SystemPackage

extension Session {
  /// The session in a folder, played to one subject only, as a test of that subject wants it.
  ///
  /// The subject gets the options that the session's file has for it; none where it isn't named there, or where there
  /// is no such file.
  ///
  /// - Parameters:
  ///   - folder: The session's folder.
  ///   - kind: The subject. The file may also name other subjects.
  ///   - bringsRecording: Whether the test has a recording of its own, so that none is looked for in the folder, which
  ///     need not be there then.
  /// - Throws: The first thing that is wrong with the file, or that there is no recording.
  package init(
    in folder: FilePath, for kind: any Sessions.Subject.Type, bringsRecording: Bool
  ) throws(SessionError) {
    let form = kind.form
    let hasFile = (try? Stat(folder.appending(Self.fileName))) != nil
    let file =
      hasFile
      ? try Self.file(in: folder, subjects: [form], allowsOthers: true) : SessionFile()
    self.init(
      file, folder: folder,
      recordingPath: bringsRecording ? folder : try Self.recordingPath(file.recording, in: folder))
    subjects = [subjects.first { $0.name == form.name } ?? Subject(name: form.name, options: [])]
  }
}
