# Varnish 7 in front of the site: it keeps pages until the site purges their keys, and nothing else.
# Needs the package varnish-modules (xkey). Start the site with PURGE_URL=http://127.0.0.1:6081/ and
# TRUSTED_PROXIES of this machine; varnishd -a 127.0.0.1:6081 -f varnish.vcl
vcl 4.1;

import std;
import xkey;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = {
    .url = "/_/ready";
    .interval = 2s;
    # A busy process answers late, and would else be taken for one that has ended.
    .timeout = 5s;
  }
}

# The same site while its database is away: it has its pages in memory, and answers 503 to the rest.
backend alive {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = {
    .url = "/_/live";
    # A site that has ended is known after two refused connections. Until then a pipe to it ends without an answer.
    .interval = 0.5s;
    .timeout = 5s;
    .window = 3;
    .threshold = 2;
  }
}

# The machines that run the site.
acl site_processes {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ site_processes) {
      return (synth(403));
    }
    if (req.http.Surrogate-Key == "*") {
      ban("obj.status != 0");
      return (synth(200, "all"));
    }
    # Without softpurge: the next visitor gets the new page.
    set req.http.n-purged = xkey.purge(req.http.Surrogate-Key);
    return (synth(200, req.http.n-purged));
  }
  set req.backend_hint = site;
  if (!std.healthy(site)) {
    set req.backend_hint = alive;
  }
  # Varnish refuses "Content-Range: */*", which PostgREST's protocol has in answers to writes.
  if (req.http.Upgrade ~ "(?i)websocket" || req.url ~ "^/rest/v1/") {
    # A pipe to a site that is down would end without an answer.
    if (!std.healthy(alive)) {
      return (synth(503, "The site is down"));
    }
    return (pipe);
  }
  # A token or a key makes the answer one person's own.
  if (req.http.Authorization || req.http.apikey || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  # The page as Markdown has the same address.
  if (req.http.Accept ~ "text/markdown") {
    return (pass);
  }
  # Pages are the same for everyone: the session is in the browser's storage and not in a cookie.
  unset req.http.Cookie;
  # While the site or its database is down visitors get what is here.
  if (!std.healthy(site)) {
    set req.grace = 1h;
  } else {
    set req.grace = 30s;
  }
  return (hash);
}

sub vcl_pipe {
  if (req.http.Upgrade) {
    set bereq.http.Upgrade = req.http.Upgrade;
    set bereq.http.Connection = req.http.Connection;
  } else {
    # A second request on this connection would pass without its X-Forwarded-For.
    set bereq.http.Connection = "close";
  }
}

sub vcl_backend_response {
  # What is here stays.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  # Only pages have keys; files with a hash in the name are cheap for the site.
  if (beresp.http.Surrogate-Key && beresp.http.CDN-Cache-Control ~ "max-age=") {
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*max-age=(\d+).*", "\1s"), 0s);
    set beresp.grace = 1h;
  } else {
    set beresp.uncacheable = true;
    set beresp.ttl = 30s;
  }
  # Not the rules of Varnish, for which "no-cache" in Cache-Control, which is for browsers, means "never".
  return (deliver);
}

# Programs of the API read JSON.
sub vcl_synth {
  if (resp.status == 503 && req.url ~ "^/(rest|auth|storage|realtime)/v1/") {
    set resp.http.Content-Type = "application/json";
    set resp.http.Retry-After = "5";
    set resp.http.Access-Control-Allow-Origin = "*";
    synthetic({"{ "code": 503, "message": "The site is down. Please try again later." }"});
    return (deliver);
  }
}

sub vcl_backend_error {
  if (bereq.url ~ "^/(rest|auth|storage|realtime)/v1/") {
    set beresp.http.Content-Type = "application/json";
    set beresp.http.Retry-After = "5";
    set beresp.http.Access-Control-Allow-Origin = "*";
    synthetic({"{ "code": 503, "message": "The site is down. Please try again later." }"});
    return (deliver);
  }
}

sub vcl_deliver {
  # These are for this cache; browsers ask again before each use.
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.xkey;
  unset resp.http.Age;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  set resp.http.X-Cache = "miss";
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
    # Of the request that the site answered.
    unset resp.http.X-Request-Id;
  }
}
