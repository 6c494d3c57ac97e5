import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { performerQuery } from '#src/features/agency/performers/ui/performers-queries.ts';
import { FilterSelect } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { RECORD_WORKS_COLUMNS } from './record-index-columns.tsx';
import { recordWorksList } from './record-index-queries.ts';
import { RecordIndexTabs } from './record-index-tabs.tsx';

const route = getRouteApi('/_app/record-index/works');
const STATES = [{ value: 'removed', label: 'Removed works' }] as const;

/** Every work with its address and everybody in it, newest first. */
export function RecordWorksPage() {
  const list = useList(recordWorksList, route);
  const { performer } = list.search;
  return (
    <RecordIndexTabs value="/record-index/works">
      <ListView
        list={list}
        label="Works"
        itemLabels={['work', 'works']}
        columns={RECORD_WORKS_COLUMNS}
        failure="Failed to fetch works"
        searchLabel="Search title or address"
        filters={
          <>
            <FilterSelect
              label="State"
              placeholder="Published works"
              clearLabel="Show published works"
              options={STATES}
              {...list.field('state')}
            />
            {performer && <PerformerFilter id={performer} {...list.field('performer')} />}
          </>
        }
        empty={
          <Notice
            icon={Images}
            title="No works yet"
            text="Every post that is published will appear here, also after it was removed."
          />
        }
        noResults={<NoResults title="No works found" />}
      />
    </RecordIndexTabs>
  );
}

type PerformerFilterProps = {
  id: string;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** The performer whose page led here. */
function PerformerFilter({ id, ...field }: PerformerFilterProps) {
  const { data } = useQuery(performerQuery(id));
  return (
    <FilterSelect
      label="Performer"
      placeholder="All Performers"
      clearLabel="Show all performers"
      options={[{ value: id, label: data?.fullName ?? 'One performer' }]}
      {...field}
    />
  );
}
