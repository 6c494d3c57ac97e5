/** A configuration error whose message names each invalid variable and the reason. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  /** @param lines each with the name of a variable and what is wrong with it */
  constructor(lines: string[]) {
    super(`The configuration is not valid:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
}
