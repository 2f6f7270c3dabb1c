/**
 * What a bank puts into its database.
 *
 * <pre>
 *   Accounts   bank.masked(number)   bank.plan(loan, rate, months)   triggers bank.limit, bank.entry
 *   Median     bank.median(value)
 * </pre>
 *
 * <p>Invariants: nothing is kept between calls. Threads: all may be called by several at once.
 */
package org.example.bank;
