/** A legacy caller sent a value of the wrong type. Answered as code 400 with the field's name. */
export class WrongValue extends Error {
  readonly field: string;
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(field === "" ? reason : `${field} ${reason}`);
    this.field = field;
    this.reason = reason;
  }
}

/** "pets" + "name" is "pets.name"; the root has no name. */
export function under(parent: string, child: string): string {
  return parent === "" ? child : `${parent}.${child}`;
}
