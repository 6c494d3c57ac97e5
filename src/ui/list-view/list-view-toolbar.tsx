import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { Download, Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isPlainKey } from '#src/ui/elements/plain-key.ts';
import { ColumnsMenu } from './list-view-columns-menu.tsx';
import type { ColumnChoice } from './list-view-columns.ts';
import { useSearchText } from './list-view-search.ts';
import styles from './list-view-toolbar.module.css';
import type { Column, ListViewProps } from './list-view.tsx';

type ListToolbarProps<Row extends { id: string }> = Pick<
  ListViewProps<Row>,
  'columns' | 'state' | 'searchLabel' | 'filters' | 'isFiltered' | 'onClear' | 'exportHref'
> & {
  choice: ColumnChoice<Row>;
  onSearch: (search: string | undefined) => void;
  onSort: (sort: string) => void;
  /** Leads from the search box into the rows. */
  onDown: () => void;
};

/** What a list is asked by: search, filters and, where there is no table head, its order. */
export function ListToolbar<Row extends { id: string }>(props: ListToolbarProps<Row>) {
  const { state, isFiltered, onSearch } = props;
  const input = useRef<HTMLInputElement>(null);
  const search = useSearchText(state.search ?? '', onSearch);
  useSlashKey(input);

  function clear() {
    search.empty();
    props.onClear();
    input.current?.focus();
  }

  return (
    <div className={styles.toolbar}>
      <div className={styles.filters} role="search" aria-label={props.searchLabel}>
        <TextInput
          ref={input}
          type="search"
          className={styles.search}
          aria-label={props.searchLabel}
          aria-keyshortcuts="/"
          placeholder={props.searchLabel}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          leftSection={<Search size={16} aria-hidden="true" />}
          rightSectionPointerEvents="all"
          rightSection={search.text ? <Empty onEmpty={() => search.type('')} /> : <Slash />}
          value={search.text}
          onChange={({ currentTarget }) => search.type(currentTarget.value)}
          // What was typed counts before whatever is clicked next.
          onBlur={search.send}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search.send();
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            props.onDown();
          }}
        />
        {props.filters}
        {isFiltered && (
          <Button
            variant="subtle"
            color="gray"
            className={styles.clear}
            leftSection={<X size={16} aria-hidden="true" />}
            onClick={clear}
          >
            Clear Filters
          </Button>
        )}
      </div>
      <div className={styles.tools}>
        <SortSelect {...props} />
        <ColumnsMenu choice={props.choice} />
        {props.exportHref !== undefined && <ExportButton href={props.exportHref} />}
      </div>
    </div>
  );
}

const Empty = ({ onEmpty }: { onEmpty: () => void }) => (
  <CloseButton size="sm" aria-label="Empty the search" onClick={onEmpty} />
);

const Slash = () => (
  <kbd className={styles.slash} aria-hidden="true">
    /
  </kbd>
);

const ExportButton = ({ href }: { href: string }) => (
  <Button
    component="a"
    href={href}
    download
    variant="default"
    className={styles.tool}
    leftSection={<Download size={16} aria-hidden="true" />}
  >
    Export CSV
  </Button>
);

type SortSelectProps<Row> = {
  columns: Column<Row>[];
  state: { sort: string };
  onSort: (sort: string) => void;
};

function SortSelect<Row>({ columns, state, onSort }: SortSelectProps<Row>) {
  const options = columns.flatMap(({ label, sort }) => {
    if (sort === undefined) return [];
    const name = sort.replace(/^-/, '');
    return [
      { value: name, label: `${label}, ascending` },
      { value: `-${name}`, label: `${label}, descending` },
    ];
  });
  if (options.length === 0) return null;
  if (!options.some(({ value }) => value === state.sort)) {
    options.unshift({ value: state.sort, label: 'Usual order' });
  }
  return (
    <NativeSelect
      className={styles.sort}
      aria-label="Order"
      data={options}
      value={state.sort}
      onChange={({ currentTarget }) => onSort(currentTarget.value)}
    />
  );
}

/** `/` leads to the search, wherever nothing is typed into. */
function useSlashKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isPlainKey(event, null)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
