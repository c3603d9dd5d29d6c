//! Who may ask: this machine's own browser, by the address that was printed, and nobody whom a page of elsewhere sends; and who
//! may act: a form of one of our pages. A request is looked at by its head alone; the network is not known here.

/// What a request says of itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Head<'a> {
    pub(crate) method: &'a str,
    /// What stands after the question mark.
    pub(crate) words: &'a str,
    pub(crate) host: Option<&'a str>,
    pub(crate) origin: Option<&'a str>,
    /// Where the browser says that the request comes from.
    pub(crate) site: Option<&'a str>,
    /// Whether the browser says that it goes to a page, and is not made by one.
    pub(crate) is_visit: bool,
    pub(crate) cookie: Option<&'a str>,
    pub(crate) authorization: Option<&'a str>,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// It is answered.
    Admitted,
    /// The address has the token: the browser keeps it, and asks again without.
    Greeted,
    /// It asks for another host than this one: some name leads here that should not.
    ForeignHost,
    /// A page of elsewhere asks.
    ForeignOrigin,
    /// It has no token, or a wrong one.
    NoToken,
    /// It wants to change something.
    NoMethod,
}

/// The token of this run, and the port.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    token: String,
    /// What a form of our pages has, so that nobody acts who has not seen one.
    form_token: String,
    port: u16,
}

impl Gate {
    pub(crate) fn new([token, form_token]: [String; 2], port: u16) -> Gate {
        Gate {
            token,
            form_token,
            port,
        }
    }

    /// What stands in the forms of this run's pages.
    pub(crate) fn form_token(&self) -> &str {
        &self.form_token
    }

    /// What is printed for a person.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// What a browser is given to keep. Cookies know no ports, so that the name has it.
    pub(crate) fn cookie(&self) -> String {
        format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
            self.cookie_name(),
            self.token
        )
    }

    /// Judges a request.
    pub(crate) fn judge(&self, head: &Head<'_>) -> Admission {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{}", self.port));
        let is_here = |host: &str| hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
        if !head.host.is_some_and(is_here) {
            return Admission::ForeignHost;
        }
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(is_here);
        let acts = head.method == "POST";
        // A link may lead here from anywhere; a form may not.
        let is_sent = matches!(head.site, Some("cross-site" | "same-site")) && (acts || !head.is_visit);
        if is_sent || head.origin.is_some_and(|origin| !is_own(origin)) {
            return Admission::ForeignOrigin;
        }
        if !acts && !matches!(head.method, "GET" | "HEAD") {
            return Admission::NoMethod;
        }
        let bearer = head.authorization.and_then(|value| value.strip_prefix("Bearer "));
        // Every browser says where a form comes from.
        if acts && head.origin.is_none() && bearer.is_none() {
            return Admission::ForeignOrigin;
        }
        let name = self.cookie_name();
        let cookies = head
            .cookie
            .unwrap_or_default()
            .split(';')
            .filter_map(|pair| pair.trim().split_once('='));
        let mut kept = cookies
            .filter(|(known, _)| *known == name)
            .map(|(_, value)| value);
        if bearer.is_some_and(|token| self.is_token(token)) || kept.any(|token| self.is_token(token)) {
            return Admission::Admitted;
        }
        let mut given = head
            .words
            .split('&')
            .filter_map(|pair| pair.strip_prefix("token="));
        match given.any(|token| self.is_token(token)) {
            true if !acts => Admission::Greeted,
            _ => Admission::NoToken,
        }
    }

    fn cookie_name(&self) -> String {
        format!("tengen-{}", self.port)
    }

    fn is_token(&self, given: &str) -> bool {
        is_same(given, &self.token)
    }
}

/// Whether what is given is the secret. How long this takes tells nothing of where the first wrong letter is.
pub(crate) fn is_same(given: &str, secret: &str) -> bool {
    let pairs = given.bytes().zip(secret.bytes());
    let wrong = pairs.fold(0, |wrong, (one, other)| wrong | (one ^ other));
    wrong == 0 && given.len() == secret.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machines_browser_with_the_token_is_admitted() {
        let gate = Gate::new(["secret", "form"].map(str::to_owned), 8_080);
        let good = Head {
            method: "GET",
            host: Some("127.0.0.1:8080"),
            cookie: Some("a=b; tengen-8080=secret"),
            ..Head::default()
        };
        let check = |head: Head<'_>, expected: Admission| assert_eq!(gate.judge(&head), expected, "{head:?}");
        check(good, Admission::Admitted);
        check(
            Head {
                host: Some("LOCALHOST:8080"),
                origin: Some("http://localhost:8080"),
                ..good
            },
            Admission::Admitted,
        );
        check(
            Head {
                cookie: None,
                authorization: Some("Bearer secret"),
                ..good
            },
            Admission::Admitted,
        );
        check(
            Head {
                cookie: None,
                words: "a=1&token=secret",
                ..good
            },
            Admission::Greeted,
        );
        for host in [
            None,
            Some("127.0.0.1"),
            Some("evil.example:8080"),
            Some("127.0.0.1:80"),
            Some("127.0.0.1:8080.evil.example"),
        ] {
            check(Head { host, ..good }, Admission::ForeignHost);
        }
        for origin in [
            "null",
            "http://evil.example",
            "https://127.0.0.1:8080",
            "http://127.0.0.1:8081",
            "",
        ] {
            check(
                Head {
                    origin: Some(origin),
                    ..good
                },
                Admission::ForeignOrigin,
            );
        }
        check(
            Head {
                site: Some("cross-site"),
                ..good
            },
            Admission::ForeignOrigin,
        );
        check(
            Head {
                site: Some("cross-site"),
                is_visit: true,
                ..good
            },
            Admission::Admitted,
        );
        for cookie in [
            None,
            Some(""),
            Some("tengen-8080="),
            Some("tengen-8080=secre"),
            Some("tengen-8080=secrets"),
            Some("tengen-80=secret"),
        ] {
            check(Head { cookie, ..good }, Admission::NoToken);
        }
        check(
            Head {
                cookie: None,
                words: "token=Secret",
                ..good
            },
            Admission::NoToken,
        );
        check(
            Head {
                method: "PUT",
                ..good
            },
            Admission::NoMethod,
        );
        let form = Head {
            method: "POST",
            origin: Some("http://127.0.0.1:8080"),
            site: Some("same-origin"),
            is_visit: true,
            ..good
        };
        check(form, Admission::Admitted);
        for origin in [
            None,
            Some("null"),
            Some("http://evil.example"),
            Some("http://127.0.0.1:8081"),
        ] {
            check(Head { origin, ..form }, Admission::ForeignOrigin);
        }
        for site in ["cross-site", "same-site"] {
            let site = Some(site);
            check(Head { site, ..form }, Admission::ForeignOrigin);
        }
        check(
            Head {
                cookie: None,
                words: "token=secret",
                ..form
            },
            Admission::NoToken,
        );
        check(
            Head {
                cookie: None,
                origin: None,
                authorization: Some("Bearer secret"),
                ..form
            },
            Admission::Admitted,
        );
        assert_eq!(gate.address(), "http://127.0.0.1:8080/?token=secret");
    }
}
