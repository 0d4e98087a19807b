import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { signIn } from "../features/account/auth-api.ts";
import { queryClient } from "./query-client.ts";
import { chosenIds, useInfo } from "./session.ts";
import { loadSession } from "./session-api.ts";
import { setSessionEnded } from "./session-ended.ts";
import { restartLive } from "./shell/live.ts";
import { toast } from "./toast.ts";

/** Over a page with unsaved words whose session has ended: signed in again, one goes on where one was. What lies below stays covered until then. */
const SignInAgain = ({ onLeave }: { onLeave: () => void }) => {
  const { account } = useInfo();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [challenge, setChallenge] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const arrive = async () => {
    const info = await loadSession(chosenIds());
    if (info?.account.id !== account.id) return onLeave();
    setSessionEnded(false);
    restartLive();
    void queryClient.invalidateQueries();
    toast.success("Signed in again. Nothing you wrote is lost.");
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    const { answer, error: wrong } = await signIn(challenge ? { challenge, code: code.trim() } : { email: account.email, password });
    setError(wrong);
    if (answer?.secondFactorRequired) setChallenge(answer.challenge);
    else if (answer) await arrive();
    setBusy(false);
  };
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      aria-labelledby="again-title"
      slotProps={{ backdrop: { sx: { bgcolor: "background.default" } } }}
      sx={{ zIndex: (theme) => theme.zIndex.modal + 10 }}
    >
      <Box component="form" noValidate onSubmit={(event: FormEvent) => void submit(event)}>
        <DialogTitle id="again-title">Your session has ended</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <span>Sign in again to go on. What you wrote is still here.</span>
          {error && <Alert severity="error">{error}</Alert>}
          <TextField label="E-mail" value={account.email} autoComplete="username" slotProps={{ htmlInput: { readOnly: true } }} />
          {challenge ? (
            <TextField
              label="Code"
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete="one-time-code"
              helperText="From your authenticator app, or a recovery code"
              autoFocus
            />
          ) : (
            <TextField
              label="Password"
              type="password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
              autoFocus
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="error" variant="text" onClick={onLeave} sx={{ mr: "auto" }}>
            Discard and leave
          </Button>
          <Button type="submit" variant="contained" color="primary" loading={busy} disabled={challenge ? !code.trim() : !password}>
            Sign in and go on
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
};

export default SignInAgain;
