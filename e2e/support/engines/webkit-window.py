#!/usr/bin/python3
"""A window that shows one page in WebKit and nothing else: MiniBrowser is never narrower than 447 pixels.

usage: webkit-window.py WIDTH HEIGHT ADDRESS
WEBKIT_INSPECTOR_HTTP_SERVER names the host and port of its remote inspector.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402

width, height, address = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
view = WebKit2.WebView(
    web_context=WebKit2.WebContext.new_ephemeral(),
    # The clicks of a journey are events of a script, which count as no gesture of a user.
    website_policies=WebKit2.WebsitePolicies(autoplay=WebKit2.AutoplayPolicy.ALLOW),
    settings=WebKit2.Settings(enable_developer_extras=True),
)
view.load_uri(address)
window = Gtk.Window(decorated=False, default_width=width, default_height=height)
window.add(view)
window.show_all()
# Without a window manager, no window has the focus.
window.get_window().focus(Gdk.CURRENT_TIME)
Gtk.main()
