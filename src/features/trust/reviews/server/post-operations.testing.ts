/**
 * The operations of the back office that change posts, their files or the people in them; the audit trail
 * of all operations shows whether one is missing here.
 */
export const POST_OPERATIONS: readonly string[] = [
  'DELETE /api/posts/{id}',
  'PATCH /api/posts/{id}',
  'POST /api/complaints/{id}/hide',
  'POST /api/escalations',
  'POST /api/media/{id}/retry',
  'POST /api/posts',
  'POST /api/posts/delete',
  'POST /api/posts/drafts',
  'POST /api/posts/plan',
  'POST /api/posts/publish',
  'POST /api/posts/unschedule',
  'POST /api/posts/{id}/move',
  'POST /api/posts/{id}/publish',
  'POST /api/posts/{id}/unschedule',
  'POST /api/vault/reuse',
  'PUT /api/posts/ai-use',
  'PUT /api/posts/category',
  'PUT /api/posts/{id}/draft',
];
