/** The name by which tests open a wallet without its phrase being asked for. It is in their build alone: weight.ts checks that. */
export const DOOR = 'entreparesTestDoor'
