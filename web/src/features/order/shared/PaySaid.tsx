import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

type Props = { failure: string | undefined; consentUrl: string | undefined };

/** What became of a try to take money: why it was not taken, or what the cardholder has yet to do. */
export const PaySaid = ({ failure, consentUrl }: Props) => (
  <>
    {failure && (
      <Alert severity="error" ref={intoView} sx={{ mt: 1.5, scrollMarginBottom: 12 }}>
        {failure}
      </Alert>
    )}
    {consentUrl && (
      <Alert
        severity="info"
        ref={intoView}
        sx={{ mt: 1.5 }}
        action={
          <Button href={consentUrl} target="_blank" rel="noopener">
            Open
          </Button>
        }
      >
        The cardholder must approve this payment.
      </Alert>
    )}
  </>
);

/** On a phone the answer would stand below the fold, and the button would seem to have done nothing. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" });
