/** Bars of one colour; `name` is the key of their values in each point. */
export type ChartSeries<Name extends string> = { name: Name; label: string; color: string };
