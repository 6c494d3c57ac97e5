/** A request of the fuzzer. */
export type Call = {
  method: string;
  address: string;
  headers: Record<string, string>;
  body?: string;
  /** Who makes the call; mostly somebody with access. */
  caller: string;
};
