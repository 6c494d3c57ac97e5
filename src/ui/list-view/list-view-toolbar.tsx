import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { Search, X } from 'lucide-react';
import { useContext, useEffect, useRef } from 'react';
import { SEARCH_MAXIMUM_LENGTH } from '#src/lib/listing.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { isShortcut } from '#src/ui/elements/keyboard-shortcuts.ts';
import { ColumnsMenu } from './list-view-columns-menu.tsx';
import type { ColumnChoice } from './list-view-columns.ts';
import { ListViewsMenu, type ListViewProps } from './list-view-props.ts';
import { useSearchText } from './list-view-search.ts';
import styles from './list-view-toolbar.module.css';

type ListToolbarProps<Row extends { id: string }> = Pick<
  ListViewProps<Row>,
  'list' | 'columns' | 'searchLabel' | 'filters'
> & {
  choice: ColumnChoice<Row>;
  /** Moves the focus from the search box to the rows. */
  onArrowDown: () => void;
};

/** The search box, filters, order, columns menu and export of a list. */
export function ListToolbar<Row extends { id: string }>(props: ListToolbarProps<Row>) {
  const { list } = props;
  const renderViews = useContext(ListViewsMenu);
  const input = useRef<HTMLInputElement>(null);
  const search = useSearchText(list.state.search ?? '', (text) =>
    list.changeFilter({ search: text }),
  );
  useSlashKey(input);

  function clear() {
    search.clear();
    list.clear();
    input.current?.focus();
  }

  return (
    <div className={`screen-only ${styles.toolbar}`}>
      <div className={styles.filters} role="search" aria-label={props.searchLabel}>
        <TextInput
          ref={input}
          type="search"
          className={styles.search}
          aria-label={props.searchLabel}
          aria-keyshortcuts="/"
          placeholder={props.searchLabel}
          maxLength={SEARCH_MAXIMUM_LENGTH}
          autoComplete="off"
          spellCheck={false}
          leftSection={<Search size={16} aria-hidden="true" />}
          rightSectionPointerEvents="all"
          rightSection={
            search.text ? <ClearSearch onClear={() => search.type('')} /> : <SlashHint />
          }
          value={search.text}
          onChange={({ currentTarget }) => search.type(currentTarget.value)}
          // Searches before the click that took the focus is handled.
          onBlur={search.leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search.send();
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            props.onArrowDown();
          }}
        />
        {props.filters}
        {list.isFiltered && (
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
        {renderViews?.({ filters: list.filters, className: styles.tool })}
        <ColumnsMenu choice={props.choice} />
        {list.exportHref !== undefined && (
          <DownloadButton href={list.exportHref} className={styles.tool}>
            Export CSV
          </DownloadButton>
        )}
      </div>
    </div>
  );
}

const ClearSearch = ({ onClear }: { onClear: () => void }) => (
  <CloseButton size="sm" aria-label="Clear the search" onClick={onClear} />
);

const SlashHint = () => (
  <kbd className={styles.slash} aria-hidden="true">
    /
  </kbd>
);

type SortSelectProps<Row extends { id: string }> = Pick<ListViewProps<Row>, 'list' | 'columns'>;

function SortSelect<Row extends { id: string }>({ list, columns }: SortSelectProps<Row>) {
  const { sort: current } = list.state;
  const options = columns.flatMap(({ label, sort }) => {
    if (sort === undefined) return [];
    const name = sort.replace(/^-/, '');
    return [
      { value: name, label: `${label} ↑`, spoken: `${label}, ascending` },
      { value: `-${name}`, label: `${label} ↓`, spoken: `${label}, descending` },
    ];
  });
  if (options.length === 0) return null;
  if (!options.some(({ value }) => value === current)) {
    options.unshift({ value: current, label: 'Default order', spoken: 'Default order' });
  }
  return (
    <NativeSelect
      className={styles.sort}
      aria-label="Order"
      value={current}
      onChange={({ currentTarget }) => list.changeFilter({ sort: currentTarget.value })}
    >
      {options.map(({ value, label, spoken }) => (
        // Short, so that phones show it whole beside the other tools.
        <option key={value} value={value} aria-label={spoken}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Focuses the search box when `/` is pressed outside a field. */
function useSlashKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event, null)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
