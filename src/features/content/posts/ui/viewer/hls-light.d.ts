// The light build has no types of its own; it is the whole one less what these films do not have.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
  export type * from 'hls.js';
}
