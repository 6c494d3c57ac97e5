-- Caption search.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
