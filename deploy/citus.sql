-- Distributes the rows of fans over the workers of a Citus cluster: docs/scale.md. Runs once, on the
-- coordinator, after `npm run migrate` and while the product is stopped.
begin;
set local citus.multi_shard_modify_mode to 'sequential';

-- The rows of one fan are in one shard. Unique constraints hold within a shard, so they contain the fan;
-- foreign keys cannot lead from a shard to the tables of the coordinator.
alter table post_notifications
  drop constraint post_notifications_post_id_content_posts_id_fk,
  drop constraint post_notifications_subscriber_id_profiles_id_fk,
  drop constraint post_notifications_pkey,
  add primary key (subscriber_id, id);
alter table post_views
  drop constraint post_views_post_id_content_posts_id_fk,
  drop constraint post_views_subscriber_id_profiles_id_fk;

select create_distributed_table('post_notifications', 'subscriber_id', colocate_with => 'none');
select create_distributed_table('post_views', 'subscriber_id', colocate_with => 'post_notifications');

-- What the foreign keys did. The deletion of a post asks all shards, that of a fan one.
create function delete_rows_of_posts() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select id from gone);
begin
  if ids <> '{}' then
    delete from post_notifications where post_id = any (ids);
    delete from post_views where post_id = any (ids);
  end if;
  return null;
end $$;
create trigger content_posts_fan_rows after delete on content_posts
  referencing old table as gone for each statement execute function delete_rows_of_posts();

create function delete_rows_of_fan() returns trigger language plpgsql as $$
begin
  delete from post_notifications where subscriber_id = old.id;
  delete from post_views where subscriber_id = old.id;
  return null;
end $$;
create trigger profiles_fan_rows after delete on profiles
  for each row execute function delete_rows_of_fan();

-- A statement that joins both reads the few rows of the fan from their shard and joins them here; Citus
-- would copy whole tables of the coordinator to the workers instead.
do $$
begin
  execute format(
    'alter database %I set citus.local_table_join_policy to ''prefer-distributed''', current_database());
end $$;

commit;
