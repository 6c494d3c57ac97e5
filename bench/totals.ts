/** Counts the records that were written without triggers. */
export const COUNT_RECORDS = `insert into record_totals (record, state, day, percent, count, cents)
  select record, state, day, percent, count, cents from counted_records`;
