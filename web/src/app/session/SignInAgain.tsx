import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type FormEvent, lazy, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { errorText } from "../../ui/feedback/errors.ts";
import { toast } from "../../ui/feedback/toast.ts";
import { FormText } from "../../ui/form/fields.tsx";
import { restartLive } from "../live/live.ts";
import { signIn } from "./auth-api.ts";
import { useInfo } from "./session.ts";
import { returnToSession } from "./session-api.ts";

const UNANSWERED = "You are signed in, but the answer did not arrive. What you wrote is still here; try again.";

/** Email or password error (core §8). */
const WRONG_PASSWORD = 20003;

/** `wrong`: of a password, where no email is asked for. */
type Words = { title: string; text: string; said: string; go: string; leave: string; wrong?: string };
const ended: Words = {
  title: "Your session has ended",
  text: "Sign in again to continue. What you wrote is still here.",
  said: "Signed in again. Nothing you wrote is lost.",
  go: "Sign in and continue",
  leave: "Discard and leave",
};
type Props = {
  words?: Words;
  onLeave: () => void;
  /** Where there is a way back without a password: the device is in somebody else's hands, and offers no password that a browser keeps. */
  onClose?: () => void;
};

/** Over a page with unsaved words whose session has ended: signed in again, one goes on where one was. What lies below stays covered until then. */
export const SignInAgain = ({ words = ended, onLeave, onClose }: Props) => {
  const { account } = useInfo();
  const form = useForm({ defaultValues: { password: "", code: "" } });
  const { control, formState } = form;
  const [password, code] = useWatch({ control, name: ["password", "code"] });
  const [challenge, setChallenge] = useState("");
  const [error, setError] = useState<string>();
  /** The server has let us in; what is left is to go on here. */
  const [welcome, setWelcome] = useState(false);
  useEffect(() => restartLive, []);

  const arrive = async () => {
    const outcome = await returnToSession();
    if (outcome === "notOurs") return onLeave();
    setWelcome(outcome !== "signedOut");
    if (outcome !== "back") return setError(outcome === "unanswered" ? UNANSWERED : errorText({ status: 200, body: { code: 401 } }));
    toast.success(words.said);
  };
  const enter = async () => {
    setError(undefined);
    if (welcome) return arrive();
    const {
      answer,
      error: wrong,
      code: refused,
    } = await signIn(challenge ? { challenge, code: code.trim() } : { email: account.email, password });
    setError(refused === WRONG_PASSWORD ? (words.wrong ?? wrong) : wrong);
    if (answer?.secondFactorRequired) setChallenge(answer.challenge);
    else if (answer) await arrive();
  };
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    if (formState.isSubmitting) event.preventDefault();
    else void form.handleSubmit(enter)(event);
  };
  const ready = welcome || (challenge ? code.trim() : password);
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      aria-labelledby="again-title"
      slotProps={{ backdrop: { sx: { bgcolor: "background.default" } } }}
      sx={{ zIndex: (theme) => theme.zIndex.modal + 10 }}
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="again-title">{words.title}</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <span>{words.text}</span>
          {error && <Alert severity="error">{error}</Alert>}
          {!onClose && (
            <TextField label="Email" value={account.email} autoComplete="username" slotProps={{ htmlInput: { readOnly: true } }} />
          )}
          {welcome ? null : challenge ? (
            <FormText
              control={control}
              name="code"
              label="Code"
              autoComplete="one-time-code"
              help="From your authenticator app, or a recovery code"
              autoFocus
            />
          ) : (
            <FormText
              control={control}
              name="password"
              label="Password"
              type="password"
              autoComplete={onClose ? "new-password" : "current-password"}
              autoFocus
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="error" variant="text" onClick={onLeave} sx={{ mr: "auto" }}>
            {words.leave}
          </Button>
          {onClose && <Button onClick={onClose}>Cancel</Button>}
          <Button type="submit" variant="contained" color="primary" loading={formState.isSubmitting} disabled={!ready}>
            {welcome ? "Try again" : words.go}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
};

const HandedOverPage = lazy(() => import("./HandedOverPage.tsx"));

/** What stands over the pages, or in their place, until a password is given: a session that has ended, and a device that is handed over. */
const Covers = ({ recordId, onLeave }: { recordId?: string; onLeave: () => void }) =>
  recordId ? <HandedOverPage recordId={recordId} onLeave={onLeave} /> : <SignInAgain onLeave={onLeave} />;

export default Covers;
