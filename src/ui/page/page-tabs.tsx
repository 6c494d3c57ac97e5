import { Tabs } from '@mantine/core';
import { Fragment, useDeferredValue, type ReactNode } from 'react';
import styles from './page-tabs.module.css';
import { useChosenTabInView } from './use-chosen-tab-in-view.ts';

type PageTabsProps<V extends string> = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  /** Content of the selected tab. */
  children: ReactNode;
};

/** The tabs of a signed-in screen. */
export function PageTabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: PageTabsProps<V>) {
  const row = useChosenTabInView(value);
  // The tab is chosen at once; its content is drawn after that.
  const shown = useDeferredValue(value);
  const earlier = useDeferredValue(children);
  return (
    <Tabs
      value={value}
      onChange={(selected) => onChange(selected as V)}
      keepMounted={false}
      classNames={{ list: styles.tabs!, tab: styles.tab! }}
    >
      <Tabs.List ref={row} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} aria-busy={shown !== value}>
        <Fragment key={shown}>{shown === value ? children : earlier}</Fragment>
      </Tabs.Panel>
    </Tabs>
  );
}
