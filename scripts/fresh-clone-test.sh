#!/usr/bin/env bash
# Clones the last commit as a newcomer would and opens the demo twice, with an empty npm cache:
# as root in a private folder and, when run by root, as an ordinary user. Prints the seconds.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
created_user=
cleanup_folders=()

finish() {
  [ -z "$created_user" ] || userdel --force "$created_user" 2>/dev/null || true
  for folder in "${cleanup_folders[@]}"; do
    # Below a private folder the demo keeps its database elsewhere, and says where.
    elsewhere=$(grep -oh 'database is kept at [^:"]*' "$folder/demo.log" 2>/dev/null | head -1 | cut -d' ' -f5 || true)
    case $elsewhere in /var/lib/velvet-rope/data-*) rm -rf "$elsewhere" ;; esac
    rm -rf "$folder"
  done
}
trap finish EXIT

free_port() {
  node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
}

# Runs inside the clone: start, wait for the first page, look, stop.
visit='
set -euo pipefail
cd "$CLONE"
start_and_look() {
  local begin=$SECONDS
  setsid npm run demo > "$WORK/demo.log" 2>&1 < /dev/null & local pid=$!
  until curl -sf -o /dev/null "http://127.0.0.1:$PORT/"; do
    kill -0 "$pid" 2>/dev/null || { cat "$WORK/demo.log"; echo "✗ the demo ended"; exit 1; }
    [ $((SECONDS - begin)) -lt "$LIMIT" ] || { tail -n 30 "$WORK/demo.log"; pkill -s "$pid"; echo "✗ no page after $LIMIT s"; exit 1; }
    sleep 0.2
  done
  echo "  $1: first page after $((SECONDS - begin)) s"
  local page
  page=$(curl -sf "http://127.0.0.1:$PORT/auth")
  [[ $page == *"Sign In"* ]] || { echo "✗ /auth"; exit 1; }
  echo "  ✓ /auth"
  curl -sf -o /dev/null -H "content-type: application/json" \
    -d "{\"email\":\"fan@demo.test\",\"password\":\"demo-password\"}" \
    "http://127.0.0.1:$PORT/api/auth/sign-in" || { echo "✗ fan@demo.test cannot sign in"; exit 1; }
  echo "  ✓ fan@demo.test signs in"
  kill -TERM "$pid"
  local stopping=$SECONDS
  while curl -sf -o /dev/null "http://127.0.0.1:$PORT/health"; do
    # Its own session, so that nothing else on the machine is touched.
    [ $((SECONDS - stopping)) -lt 20 ] || { pkill -s "$pid"; echo "✗ still serving 20 s after npm was told to stop"; exit 1; }
    sleep 0.2
  done
  echo "  ✓ stopped"
}
start_and_look "first start (install, build, demo data)"
start_and_look "second start"
'

# clone_and_visit <title> <folder> [user]
clone_and_visit() {
  local title=$1 folder=$2 user=${3:-}
  echo "▸ $title"
  git -c safe.directory='*' clone --quiet --no-local "$repository" "$folder/velvet-rope"
  local command=(env -u DATABASE_URL -u NODE_ENV "HOME=$folder" "WORK=$folder"
    "CLONE=$folder/velvet-rope" "PORT=$(free_port)" "DATA_DIR=$folder/data" "LIMIT=${LIMIT:-600}"
    "npm_config_cache=$folder/npm-cache" "npm_config_registry=$(npm config get registry)"
    bash -c "$visit")
  if [ -n "$user" ]; then
    chown -R "$user" "$folder"
    setpriv --reuid "$user" --regid "$user" --clear-groups "${command[@]}"
  else
    "${command[@]}"
  fi
}

folder=$(mktemp -d)
cleanup_folders+=("$folder")
# PostgreSQL's own user cannot enter a private folder of root.
clone_and_visit "as $(id -un), in a folder of mode $(stat -c %a "$folder" 2>/dev/null || echo 700)" "$folder"

if [ "$(id -u)" = 0 ]; then
  created_user=velvet-rope-guest
  useradd --system --user-group --no-create-home "$created_user"
  folder=$(mktemp -d)
  cleanup_folders+=("$folder")
  clone_and_visit "as the ordinary user $created_user" "$folder" "$created_user"
fi
echo 'The fresh clone works.'
