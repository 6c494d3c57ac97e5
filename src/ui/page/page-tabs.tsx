import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './page-tabs.module.css';

type PageTabsProps<V extends string> = {
  /** What the tabs are of, for who does not see them. */
  label: string;
  tabs: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
};

/** The parts of a signed-in screen, one at a time. */
export const PageTabs = <V extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: PageTabsProps<V>) => (
  <Tabs
    value={value}
    onChange={(chosen) => onChange(chosen as V)}
    keepMounted={false}
    classNames={{ list: styles.tabs!, tab: styles.tab! }}
  >
    <Tabs.List aria-label={label}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    <Tabs.Panel value={value} key={value}>
      {children}
    </Tabs.Panel>
  </Tabs>
);
