import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { canPasskey } from "../../../app/session/passkey.ts";
import { maybeSignedIn } from "../../../app/session/session-note.ts";
import { required } from "../../../ui/format/validate.ts";
import { TextInput } from "../../../ui/inputs/TextInput.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { AuthFrame } from "../shared/sign-in/AuthFrame.tsx";
import { arrive } from "../shared/sign-in/arrive.ts";
import { AuthForm, authApi, useTexts } from "../shared/sign-in/auth-form.tsx";

const checks = { email: required("Your email"), password: required("Your password"), code: required("The code") };

const AWAY = "Leashline is not responding right now. You are still signed in, and this page continues as soon as it is back.";
const AGAIN_MS = 3_000;
const MOST_TRIES = 200;

/** Somebody who is signed in already goes straight on; when nobody answers, as soon as somebody does. True while that is waited for. */
const useResume = (rest: string, navigate: ReturnType<typeof useNavigate>): boolean => {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const resume = async (tries: number): Promise<void> => {
      const api = await authApi();
      const info = await (tries > 0 ? api.loadSession() : api.resumeSession());
      if (left) return;
      if (info) return arrive(info, new URLSearchParams(rest), navigate);
      const waiting = maybeSignedIn() && tries < MOST_TRIES;
      setAway(waiting);
      if (waiting) timer = setTimeout(begin, AGAIN_MS, tries + 1);
    };
    // What fails here is asked again when the form is sent.
    const begin = (tries: number) => void resume(tries).catch(() => setAway(false));
    if (maybeSignedIn()) begin(0);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [rest, navigate]);
  return away;
};

const SignIn = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState("");
  const form = useTexts({ email: query.get("email") ?? "", password: "", code: "" }, checks);
  const rest = query.toString();

  const away = useResume(rest, navigate);

  const { email, password, code } = form.values;
  const submit = form.submit(challenge ? ["code"] : ["email", "password"], async () => {
    const api = await authApi();
    const { answer, error } = await api.signIn(challenge ? { challenge, code: code.trim() } : { email: email.trim(), password });
    if (error !== undefined) return error;
    if (answer.secondFactorRequired) setChallenge(answer.challenge);
    else arrive(await api.startSession(), query, navigate);
    return undefined;
  });

  const byPasskey = form.submit([], async () => {
    const api = await authApi();
    const { answer, error } = await api.signInByPasskey();
    if (error !== undefined) return error;
    if (answer) arrive(await api.startSession(), query, navigate);
    return undefined;
  });

  return (
    <AuthFrame
      title={challenge ? "One more step" : "Sign in"}
      lead={challenge ? "Enter the six digits from your authenticator app, or a recovery code." : away ? AWAY : undefined}
      foot={
        <>
          New here? <TextLink to={pathTo("/sign_up", {}, rest)}>Create an account</TextLink>
        </>
      }
    >
      <AuthForm
        onSubmit={submit}
        error={form.error}
        busy={form.busy}
        button={challenge ? "Continue" : "Sign in"}
        after={
          !challenge && (
            <>
              {canPasskey() && (
                <Button size="large" disabled={form.busy} onClick={() => void byPasskey()}>
                  Sign in with a passkey
                </Button>
              )}
              <TextLink to="/forget_password" sx={{ justifySelf: "center" }}>
                Forgot your password?
              </TextLink>
            </>
          )
        }
      >
        {challenge ? (
          <TextInput {...form.field("code")} label="Code" autoComplete="one-time-code" autoFocus />
        ) : (
          <>
            <TextInput {...form.field("email")} label="Email or phone" autoComplete="username" autoFocus />
            <TextInput {...form.field("password")} label="Password" type="password" autoComplete="current-password" />
          </>
        )}
      </AuthForm>
    </AuthFrame>
  );
};

export default SignIn;
