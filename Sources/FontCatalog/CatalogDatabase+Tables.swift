internal import GRDB

extension CatalogDatabase {
  /// The tables of the catalog, by version. A published version is never changed; new versions are added.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: firstTables) }
    // A tag of the user can already have the name.
    migrator.registerMigration("2") {
      try $0.execute(sql: "UPDATE OR IGNORE tag SET name = 'Linked' WHERE kind = 'external'")
    }
    return migrator
  }

  /// The row ID of the tag that all fonts have.
  private static let allTagID = 1

  /// Fonts, their presets and favorites, tags, and the defaults.
  ///
  /// An index of groups of three letters finds names by any part in any case, and triggers update it. Two spaces after
  /// each name give groups to its last letters and to shorter names.
  private static let firstTables = """
    CREATE TABLE font (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE,
      kind TEXT NOT NULL CHECK (kind IN ('builtIn', 'added', 'external')),
      location TEXT NOT NULL UNIQUE,
      originalName TEXT NOT NULL,
      embeddedName TEXT NOT NULL,
      author TEXT,
      copyright TEXT,
      comment TEXT,
      size INTEGER NOT NULL,
      contentHash TEXT NOT NULL UNIQUE,
      presetCount INTEGER NOT NULL,
      unreachablePresetCount INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE preset (
      id INTEGER PRIMARY KEY,
      fontID INTEGER NOT NULL REFERENCES font ON DELETE CASCADE,
      bank INTEGER NOT NULL CHECK (bank BETWEEN 0 AND 128),
      program INTEGER NOT NULL CHECK (program BETWEEN 0 AND 127),
      kind TEXT NOT NULL CHECK (kind IN ('preset', 'hidden', 'favorite')),
      originalName TEXT NOT NULL,
      name TEXT NOT NULL
    ) STRICT;
    CREATE INDEX presetPlace ON preset (fontID, bank, program);
    CREATE UNIQUE INDEX presetNumber ON preset (fontID, bank, program) WHERE kind <> 'favorite';
    CREATE UNIQUE INDEX favoriteName ON preset (name COLLATE NOCASE) WHERE kind = 'favorite';
    CREATE TABLE presetSettings (
      presetID INTEGER PRIMARY KEY REFERENCES preset ON DELETE CASCADE,
      gain REAL NOT NULL,
      pan REAL NOT NULL,
      tuning REAL NOT NULL,
      pitchBendRange INTEGER NOT NULL,
      lowestKey INTEGER NOT NULL,
      reverbRoomSize REAL,
      reverbDamping REAL,
      reverbWidth REAL,
      reverbLevel REAL,
      chorusVoiceCount INTEGER,
      chorusLevel REAL,
      chorusSpeed REAL,
      chorusDepth REAL
    ) STRICT;
    CREATE TABLE tag (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE,
      position INTEGER NOT NULL,
      kind TEXT CHECK (kind IN ('all', 'builtIn', 'added', 'external'))
    ) STRICT;
    CREATE TABLE fontTag (
      fontID INTEGER NOT NULL REFERENCES font ON DELETE CASCADE,
      tagID INTEGER NOT NULL REFERENCES tag ON DELETE CASCADE,
      PRIMARY KEY (fontID, tagID)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tagFont ON fontTag (tagID);
    CREATE TABLE state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      activeTagID INTEGER NOT NULL DEFAULT \(allTagID) REFERENCES tag ON DELETE SET DEFAULT,
      fontID INTEGER REFERENCES font ON DELETE SET NULL,
      presetID INTEGER REFERENCES preset ON DELETE SET NULL
    ) STRICT;
    CREATE VIEW presetText AS SELECT id, name || '  ' AS name FROM preset;
    CREATE VIRTUAL TABLE presetSearch USING fts5(
      name, content='presetText', content_rowid='id', tokenize='trigram');
    CREATE VIRTUAL TABLE presetTerm USING fts5vocab('presetSearch', 'row');
    CREATE TRIGGER presetInserted AFTER INSERT ON preset BEGIN
      INSERT INTO presetSearch (rowid, name) VALUES (new.id, new.name || '  ');
    END;
    CREATE TRIGGER presetDeleted AFTER DELETE ON preset BEGIN
      INSERT INTO presetSearch (presetSearch, rowid, name) VALUES ('delete', old.id, old.name || '  ');
    END;
    CREATE TRIGGER presetRenamed AFTER UPDATE OF name ON preset BEGIN
      INSERT INTO presetSearch (presetSearch, rowid, name) VALUES ('delete', old.id, old.name || '  ');
      INSERT INTO presetSearch (rowid, name) VALUES (new.id, new.name || '  ');
    END;
    INSERT INTO tag (id, name, position, kind) VALUES
      (\(allTagID), 'All', 0, 'all'), (2, 'Built-in', 1, 'builtIn'), (3, 'Added', 2, 'added'),
      (4, 'External', 3, 'external');
    INSERT INTO state (id) VALUES (1);
    """
}
