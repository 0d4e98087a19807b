import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";

/** Opens the calendar with a new appointment of this client, for who may book. */
export const BookButton = ({ customerId }: { customerId: string }) =>
  useCan("createAndEditTicket") && (
    <LinkButton
      to={pathTo("/calendar/grooming", {}, { book: "1", customerId })}
      variant="contained"
      color="primary"
      startIcon={<Icon name="plus" />}
    >
      Book
    </LinkButton>
  );
