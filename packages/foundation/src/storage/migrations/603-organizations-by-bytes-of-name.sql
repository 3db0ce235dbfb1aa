-- expand-only
-- The money of all organizations is listed by the bytes of their names, an order that all databases share, one page at a time.
create index organizations_by_bytes_of_name on organizations (name collate "C", organization_id collate "C");
