"""An S3 server for tests: OpenStack Swift with its S3 interface, all in one process.

Usage: s3-server.py FOLDER ACCESS_KEY SECRET_KEY
Prints its port once it answers. FOLDER must be on a file system with extended attributes.
"""
import logging
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.middleware.s3api.controllers import multi_upload  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

folder, access_key, secret_key = sys.argv[1:4]
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "disk"))

COMMON = """
[DEFAULT]
swift_dir = {folder}
devices = {devices}
mount_check = false
log_level = CRITICAL
workers = 0
"""
STORAGE = """
[app:main]
use = egg:swift#{kind}
"""
PROXY = """
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth bulk slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
paste.filter_factory = __main__:cache_factory
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
# Small, so that small tests need several pages.
max_bucket_listing = 10
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret_key} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


class Cache(dict):
    """What stands for memcached in one process."""

    def __bool__(self):
        return True

    def get(self, key, **_):
        return dict.get(self, key)

    def set(self, key, value, **_):
        self[key] = value

    def delete(self, key, **_):
        self.pop(key, None)

    def incr(self, key, delta=1, **_):
        self[key] = self.setdefault(key, 0) + delta
        return self[key]


def cache_factory(_global_conf, **_):
    cache = Cache()

    def with_cache(app):
        def call(env, start_response):
            env["swift.cache"] = cache
            return app(env, start_response)

        return call

    return with_cache


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def serve(conf, sock):
    app = loadapp(conf)
    # The S3 interface needs header names as they are.
    options = {"protocol": SwiftHttpProtocol, "capitalize_response_headers": False}
    eventlet.spawn(wsgi.server, sock, app, logging.getLogger("null"), **options)
    return app


def make_ring(kind, port):
    builder = RingBuilder(1, 1, 0)
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1.0, "device": "disk"}
    builder.add_dev({**device, "ip": "127.0.0.1", "port": port})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + ".ring.gz"))


multi_upload.DEFAULT_MAX_PARTS_LISTING = 2
logging.getLogger("null").setLevel(logging.CRITICAL)
utils.SWIFT_CONF_FILE = write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\n")
reload_storage_policies()

account, user = access_key.split(":")
values = {**globals()}
common = COMMON.format(**values)
for kind in ("account", "container", "object"):
    sock = eventlet.listen(("127.0.0.1", 0))
    make_ring(kind, sock.getsockname()[1])
    serve(write(kind + ".conf", common + STORAGE.format(kind=kind)), sock)
front = eventlet.listen(("127.0.0.1", 0))
serve(write("proxy.conf", common + PROXY.format(**values)), front)

print(front.getsockname()[1], flush=True)
# Standard input closes when the parent process ends.
eventlet.tpool.execute(sys.stdin.read)
os._exit(0)
