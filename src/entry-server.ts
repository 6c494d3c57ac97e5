import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';

// The shell in app.ts mounts this last: it renders pages and nothing else.
export default { fetch: createStartHandler(defaultStreamHandler) };
