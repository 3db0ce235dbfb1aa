/** What someone with the rights of the owner of the tables removes: the entries after a size, and each trace of them. */
export const removalAfter = (size: number): string => `
  do $$
  declare
    bundle_of_last constant bigint := (${size} - 1) / 256;
  begin
    alter table audit_bundles disable trigger user;
    alter table audit_tiles disable trigger user;
    delete from audit_entries e using audit_leaves l where l.environment = 'sandbox' and l.leaf_index >= ${size}
      and l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day;
    delete from audit_leaves where environment = 'sandbox' and leaf_index >= ${size};
    delete from audit_cosignatures where environment = 'sandbox' and size > ${size};
    delete from audit_checkpoints where environment = 'sandbox' and size > ${size};
    update audit_witnesses set size = ${size} where environment = 'sandbox';
    delete from audit_bundles where environment = 'sandbox' and bundle > bundle_of_last;
    update audit_bundles set commitments = substring(commitments from 1 for (${size} - bundle_of_last * 256)::int * 32)
    where environment = 'sandbox' and bundle = bundle_of_last;
    delete from audit_tiles where environment = 'sandbox' and ${size} < 256;
    update audit_trees set size = ${size} where environment = 'sandbox';
    alter table audit_bundles enable trigger user;
    alter table audit_tiles enable trigger user;
  end $$`
