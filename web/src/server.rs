//! Serves a site on this machine alone. Whoever asks slowly, much or at once costs others nothing: heads have a time and a
//! size, connections a number, and pages are made in a few threads of their own.

use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{
        IntoResponse as _, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::get,
};
use base::{clock::fresh_id, priority, user_error::UserError};
use futures_core::Stream;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::{
    api::Changes,
    gate::{Admission, Gate, Head},
    mode::Mode,
    reply::Reply,
    site::Site,
    trouble::trouble,
    words::number_of,
};

/// Connections at a time; more wait.
const CONNECTIONS: usize = 512;
/// Pages that follow by themselves at a time.
const FOLLOWERS: usize = 16;
/// Threads in which pages are made.
const THREADS: usize = 3;
/// A head that is not there by then is not waited for.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// Bytes of a head.
const HEAD_BYTES: usize = 16 << 10;
/// Bytes of a form.
const FORM_BYTES: usize = 1 << 10;
/// A connection that is not over by then is ended: its page asks again.
const CONNECTION_TIME: Duration = Duration::from_secs(3_600);
/// Between two looks at what running sessions say.
const FOLLOW: Duration = Duration::from_secs(1);
/// Between two looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(100);

/// Scripts, styles and pictures of ours alone; no frames, no forms to elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A port of this machine, taken and not served yet.
pub struct Server {
    listener: TcpListener,
    gate: Gate,
}

impl Server {
    /// Takes this port of the loopback interface; 0 takes one that is free.
    ///
    /// # Errors
    /// Somebody else has it.
    pub fn bind(port: u16) -> Result<Server, UserError> {
        let bound = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let bound = bound.and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
        let (port, listener) = bound.map_err(|error| {
            let message = format!("cannot listen on port {port}: {error}");
            UserError::new(
                message,
                "give another port with --port, or none for one that is free",
            )
        })?;
        // The parts of ids that are drawn by lot.
        let token = || -> String {
            [fresh_id(), fresh_id()]
                .iter()
                .map(|id| id.replace('-', "")[14..].to_owned())
                .collect()
        };
        Ok(Server {
            listener,
            gate: Gate::new([token(), token()], port),
        })
    }

    /// The address to open in a browser, with its token.
    pub fn address(&self) -> String {
        self.gate.address()
    }

    /// Serves the site until `interrupts` counts something, in threads that come after everybody else: a session that plays on this
    /// machine is not to notice how much is asked.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn serve(self, site: Site, interrupts: &AtomicUsize) -> io::Result<()> {
        priority::yield_to_others();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .on_thread_start(priority::yield_to_others)
            .max_blocking_threads(THREADS)
            .build()?;
        let shared = Arc::new(Shared {
            site: site.with_forms(self.gate.form_token()),
            gate: self.gate,
            followers: Arc::new(Semaphore::new(FOLLOWERS)),
        });
        let served = runtime.block_on(accept(self.listener, router(&shared), interrupts));
        runtime.shutdown_timeout(Duration::from_secs(1));
        served
    }
}

/// What every request needs.
struct Shared {
    site: Site,
    gate: Gate,
    followers: Arc<Semaphore>,
}

fn router(shared: &Arc<Shared>) -> Router {
    Router::new()
        .route("/now/events", get(follow))
        .route("/api/v1/events", get(follow_changes))
        .route("/games/{number}/analysis/events", get(follow_analysis))
        .fallback(page)
        .layer(middleware::from_fn_with_state(Arc::clone(shared), admit))
        .with_state(Arc::clone(shared))
}

async fn accept(listener: TcpListener, router: Router, interrupts: &AtomicUsize) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    while interrupts.load(Ordering::SeqCst) == 0 {
        // Ctrl-C is looked for in between.
        let Ok(permit) = tokio::time::timeout(POLL, Arc::clone(&connections).acquire_owned()).await else {
            continue;
        };
        let Ok(permit) = permit else { break };
        match tokio::time::timeout(POLL, listener.accept()).await {
            Ok(Ok((stream, _))) => {
                tokio::spawn(converse(stream, router.clone(), permit));
            }
            // Too many open files, or a caller who is gone: others will come.
            Ok(Err(error)) => {
                tracing::debug!("no connection: {error}");
                tokio::time::sleep(POLL).await;
            }
            Err(_) => {}
        }
    }
    Ok(())
}

async fn converse(stream: tokio::net::TcpStream, router: Router, permit: OwnedSemaphorePermit) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // How a connection fails is its caller's business.
    let _ = tokio::time::timeout(CONNECTION_TIME, connection).await;
    drop(permit);
}

/// Lets a request pass, or answers it at once; gives every answer the heads that it must have.
async fn admit(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let value = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let fetch = |name: &'static str| value(HeaderName::from_static(name));
    let head = Head {
        method: request.method().as_str(),
        words: request.uri().query().unwrap_or_default(),
        host: value(header::HOST).filter(|_| headers.get_all(header::HOST).iter().count() == 1),
        origin: value(header::ORIGIN),
        site: fetch("sec-fetch-site"),
        is_visit: fetch("sec-fetch-mode") == Some("navigate"),
        cookie: value(header::COOKIE),
        authorization: value(header::AUTHORIZATION),
    };
    let refuse = |status: u16, title: &str, what: &str| {
        let hint = "open the address that tengen web printed in its terminal";
        to_response(trouble(Mode::Alone, status, title, what, hint))
    };
    let mut response = match shared.gate.judge(&head) {
        Admission::Admitted => next.run(request).await,
        Admission::Greeted => greet(&shared.gate, &request),
        Admission::ForeignHost => refuse(
            421,
            "Not this machine",
            "this page is served on this machine alone",
        ),
        Admission::ForeignOrigin => refuse(403, "Not from there", "a page of elsewhere asked for this one"),
        Admission::NoToken => refuse(
            401,
            "The address lacks its token",
            "only who started tengen web may look",
        ),
        Admission::NoMethod => refuse(
            405,
            "Not in that way",
            "these pages are looked at, and their forms are sent, and no more",
        ),
    };
    protect(response.headers_mut());
    response
}

/// Gives the browser the token to keep, and sends it to the same place without.
fn greet(gate: &Gate, request: &Request) -> Response {
    let words = request.uri().query().unwrap_or_default();
    let words: Vec<&str> = words
        .split('&')
        .filter(|word| !word.starts_with("token="))
        .collect();
    // One slash alone: two would name another host.
    let path = format!("/{}", request.uri().path().trim_start_matches('/'));
    let target = match words.is_empty() {
        true => path,
        false => format!("{path}?{}", words.join("&")),
    };
    let mut response = StatusCode::SEE_OTHER.into_response();
    for (name, value) in [(header::LOCATION, target), (header::SET_COOKIE, gate.cookie())] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn protect(headers: &mut HeaderMap) {
    let always = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        // Without any, a browser does not say where a form comes from.
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in always {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let unless_said = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(unless_said);
}

async fn page(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if request.method() == Method::POST {
        return act(shared, path, request).await;
    }
    let words = request.uri().query().unwrap_or_default().to_owned();
    let made = tokio::task::spawn_blocking(move || shared.site.answer(Mode::Live, &path, &words)).await;
    match made {
        Ok(reply) => to_response(reply),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A form of one of our pages: short, and there at once.
async fn act(shared: Arc<Shared>, path: String, request: Request) -> Response {
    let body = to_bytes(request.into_body(), FORM_BYTES);
    let Ok(Ok(body)) = tokio::time::timeout(HEAD_TIME, body).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let form = String::from_utf8_lossy(&body).into_owned();
    let made = tokio::task::spawn_blocking(move || shared.site.act(&path, &form)).await;
    made.map_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response(), to_response)
}

fn to_response(reply: Reply) -> Response {
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(reply.kind));
    if reply.keeps {
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, max-age=31536000, immutable"),
        );
    }
    if let Some(Ok(location)) = reply.location.map(|location| HeaderValue::from_str(&location)) {
        headers.insert(header::LOCATION, location);
    }
    let name = reply
        .file_name
        .map(|name| format!("attachment; filename=\"{name}\""));
    if let Some(Ok(name)) = name.map(|name| HeaderValue::from_str(&name)) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// Cards as they change, for as long as the page is open.
async fn follow(State(shared): State<Arc<Shared>>) -> Response {
    let Ok(place) = Arc::clone(&shared.followers).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let (tell, told) = mpsc::channel(1);
    tokio::spawn(tell_changes(shared, tell, place));
    Sse::new(Told(told))
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// How far the analysis of a game has come, until that ends.
async fn follow_analysis(State(shared): State<Arc<Shared>>, Path(number): Path<String>) -> Response {
    let (Some(number), Ok(place)) = (
        number_of(&number),
        Arc::clone(&shared.followers).try_acquire_owned(),
    ) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let (tell, told) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut goes_on = true;
        while goes_on && !tell.is_closed() {
            let asked = Arc::clone(&shared);
            let made = tokio::task::spawn_blocking(move || asked.site.analysing(number)).await;
            let event = match made {
                Ok(Ok(Some(done))) => Event::default().event("progress").data(done),
                _ => {
                    goes_on = false;
                    Event::default().event("done").data("done")
                }
            };
            goes_on &= tell.send(event).await.is_ok();
            tokio::time::sleep(FOLLOW).await;
        }
        drop(place);
    });
    Sse::new(Told(told))
        .keep_alive(KeepAlive::default())
        .into_response()
}

async fn tell_changes(shared: Arc<Shared>, tell: mpsc::Sender<Event>, place: OwnedSemaphorePermit) {
    let mut before = String::new();
    while !tell.is_closed() {
        let asked = Arc::clone(&shared);
        let made = tokio::task::spawn_blocking(move || asked.site.cards()).await;
        if let Ok(Ok(cards)) = made
            && cards != before
        {
            before.clone_from(&cards);
            if tell
                .send(Event::default().event("cards").data(cards.replace('\r', " ")))
                .await
                .is_err()
            {
                break;
            }
        }
        tokio::time::sleep(FOLLOW).await;
    }
    drop(place);
}

/// What happens, for programs, for as long as they listen.
async fn follow_changes(State(shared): State<Arc<Shared>>) -> Response {
    let Ok(place) = Arc::clone(&shared.followers).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let (tell, told) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut before = Changes::default();
        while !tell.is_closed() {
            let asked = Arc::clone(&shared);
            let made = tokio::task::spawn_blocking(move || {
                let changes = asked.site.changes(&mut before);
                (before, changes)
            });
            let Ok((then, changes)) = made.await else { break };
            before = then;
            for change in changes.unwrap_or_default() {
                // Who is gone shows at the head of the loop.
                if let Ok(data) = serde_json::to_string(&change) {
                    let event = Event::default().event(change.name()).data(data);
                    let _ = tell.send(event).await;
                }
            }
            tokio::time::sleep(FOLLOW).await;
        }
        drop(place);
    });
    Sse::new(Told(told))
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// What comes out of a channel, as a stream.
struct Told(mpsc::Receiver<Event>);

impl Stream for Told {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

#[cfg(test)]
mod tests;
